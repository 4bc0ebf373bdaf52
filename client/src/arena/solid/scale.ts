/** The scene is drawn in centimetres: shadow maps and depth work best near one. */
export const CM = 100;
