/** Some browsers read the blob only after the click, and no event says when they have. */
const lifetimeMs = 60_000;

/** Offers a generated or fetched file as a download. */
export function offerDownload(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), lifetimeMs);
}
