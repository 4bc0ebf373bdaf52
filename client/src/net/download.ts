/** Saves a file on this device. */
export function download(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // some are still reading it
}

/** Saves a text as a file on this device. */
export function saveText(name: string, text: string): void {
  download(new File([text], name, { type: "application/json" }));
}
