import { toCsv } from '../format/csv.ts';
import { offerDownload } from '../runtime/offer-download.ts';

interface CsvButtonProps {
  /** The title of the button and the file: `Pages` becomes `pages-2026-11-01-2026-11-15.csv`, or `pages-filtered-…`. */
  name: string;
  filtered: boolean;
  days: { first_day: string; last_day: string };
  head: string[];
  /** Called when the button is pressed: the file has more rows than the screen. */
  rows: () => Promise<(string | number)[][] | undefined>;
}

export function CsvButton({ name, filtered, days, head, rows }: CsvButtonProps) {
  async function download() {
    const found = await rows();
    if (!found) return;
    const title = name.toLowerCase().replaceAll(' ', '-') + (filtered ? '-filtered' : '');
    const file = `${title}-${days.first_day}-${days.last_day}.csv`;
    offerDownload(file, 'text/csv;charset=utf-8', toCsv(head, found));
  }
  return (
    <button type="button" className="text-button" onClick={download}>
      Save as CSV<span className="sr-only"> ({name})</span>
    </button>
  );
}
