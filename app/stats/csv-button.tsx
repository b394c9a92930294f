import { offerDownload } from '../account/offer-download.ts';
import { toCsv } from '../format/csv.ts';

interface CsvButtonProps {
  /** What it is, for the button and the file: `Pages` becomes `pages-2026-11-01-2026-11-15.csv`. */
  name: string;
  days: { first_day: string; last_day: string };
  head: string[];
  /** Asked for when the button is pressed: the file holds more than the screen. */
  rows: () => Promise<(string | number)[][] | undefined>;
}

export function CsvButton({ name, days, head, rows }: CsvButtonProps) {
  async function download() {
    const found = await rows();
    if (!found) return;
    const file = `${name.toLowerCase().replaceAll(' ', '-')}-${days.first_day}-${days.last_day}.csv`;
    offerDownload(file, 'text/csv;charset=utf-8', toCsv(head, found));
  }
  return (
    <button type="button" className="text-button" onClick={download}>
      Save as CSV<span className="sr-only"> ({name})</span>
    </button>
  );
}
