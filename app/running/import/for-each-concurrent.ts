/** Works through a list with several at a time. What is not begun when `signal` stops it stays undone. */
export async function atOnce<Item>(
  items: readonly Item[],
  many: number,
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const queue = items.values();
  const one = async () => {
    for (const item of queue) {
      if (signal?.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(many, items.length) }, one));
}
