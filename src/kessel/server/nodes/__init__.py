"""Several servers over one database: who is alive, whose tables are whose, frames passed on."""
