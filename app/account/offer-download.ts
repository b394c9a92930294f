/** Some browsers come for the bytes only after the click; nothing tells when they have them. */
const lifetimeMs = 60_000;

/** Hands the reader a file that was made or fetched here. */
export function offerDownload(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), lifetimeMs);
}
