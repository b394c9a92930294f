const sections = [
  { path: '/baby-names', title: 'Baby names', text: 'How names come, peak and come back.' },
  { path: '/running', title: 'Running', text: 'Runs, records, and what you might run next.' },
  { path: '/about', title: 'About', text: 'Who keeps the light on, and why.' },
];

/** Links to the sections of the site, drawn as doors that open on hover. */
export function SectionLinks() {
  return (
    <ul className="doors">
      {sections.map(({ path, title, text }) => (
        <li key={path}>
          <a className="door" href={path}>
            <svg viewBox="3 3 54 75" aria-hidden="true">
              <path className="opening" d="M4 77V30a26 26 0 0 1 52 0v47z" />
              <g className="leaf">
                <path d="M4 77V30a26 26 0 0 1 52 0v47z" />
                <path d="M4 34h52M30 4v30M12 42h14v28H12zM34 42h14v28H34z" />
                <circle className="knob" cx="51.5" cy="56" r="2.2" />
              </g>
            </svg>
            <strong>{title}</strong>
            <span>{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
