/** Works through a list with several at a time. What is not begun when `signal` stops it stays undone. */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const queue = items.values();
  const runNext = async () => {
    for (const item of queue) {
      if (signal?.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, runNext));
}
