import { usePrefix, useWords } from '../current-site.ts';

/** A page that expired or was taken away: the address is right, and there is nothing behind it any more. */
export function GoneScreen() {
  const words = useWords();
  const home = usePrefix() || '/';
  return (
    <div className="frame axis">
      <div className="error-screen">
        <p className="label">{words.noLongerHere}</p>
        <h1 className="title">{words.pageIsGone}</h1>
        <p className="text-lg text-soft">{words.whyGone}</p>
        <a className="button mt-s" href={home}>
          {words.goHome}
        </a>
      </div>
    </div>
  );
}
