/** What there is for a language: for `de-AT` that of `de`, and English for a language that is not there. */
export function pickLanguage<Item>(items: Record<string, Item> & { en: Item }, language: string): Item {
  return items[language] ?? items[language.split('-', 1)[0] ?? ''] ?? items.en;
}
