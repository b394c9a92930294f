/** The drawing behind the words: the site's lantern with its light, and the house at the end of the road, at night. */

/** The colors of the dark theme in app/styles/tokens.css. */
export const colours = {
  paper: '#0f131d',
  ink: '#e5dfd3',
  soft: '#b9b2a5',
  rule: '#2e3441',
  edge: '#82796a',
  lamp: '#f2bd6a',
  flame: '#fdc35d',
  glow: '#eab265',
  star: '#ddd0b4',
};

/** From app/components/lantern.tsx, on a cord of another length. */
const lantern = `
  <path d="M12 -40v92M8.500 56h7l3 4.500h-13zM6.700 60.500l1.700 13.500h7.200l1.700-13.500M7.500 74h9v2.500h-9z"/>
  <path fill="${colours.flame}" stroke="none" d="M12 61.800c1.900 2.500 2.900 4.200 2.900 5.900a2.900 2.900 0 0 1-5.800 0c0-1.700 1-3.400 2.900-5.900z"/>
  <path d="M10.500 56v-2a1.500 1.500 0 0 1 3 0v2"/>`;

/** From app/components/porch-scene.tsx. */
const house = `
  <path stroke="${colours.rule}" d="M430 196c50 0 96-12 150-30 90-32 200-44 330-10s200 40 290 74"/>
  <circle cx="1001" cy="172" r="150" fill="url(#halo)" stroke="none"/>
  <g fill="${colours.paper}"><path d="M812 164c-28 4-38-16-30-32-8-20 10-38 28-34 20-10 40 8 35 28 10 18-8 42-33 38zM812 230v-72M812 190l-13-13M812 180l11-11"/></g>
  <path d="M716 230v-32M704 198v-13a8 8 0 0 1 8-8h16v21zM728 185h6v-7"/>
  <path d="M1080 230v-28M1100 230v-28M1120 230v-28M1140 230v-28M1160 230v-28M1180 230v-28M1070 209h130M1070 220h130"/>
  <path fill="${colours.paper}" d="M884 230v-92l76-58 76 58v92z"/>
  <path d="M868 150l92-70 92 70M1010 118V72h16v58"/>
  <path fill="#f4bd62" d="M906 164h36v36h-36z"/>
  <path d="M924 164v36M906 182h36"/>
  <path fill="#f4bd62" d="M950 112h20v20h-20z"/>
  <path fill="${colours.paper}" d="M962 230v-62h28v62"/>
  <circle cx="984" cy="201" r="1.500"/>
  <path d="M954 230h44M1001 160v5M998 165h6l1.500 10h-9z"/>
  <circle cx="1001" cy="172" r="70" fill="url(#halo)" stroke="none"/>
  <circle cx="1001" cy="171" r="3.500" fill="${colours.flame}" stroke="none"/>`;

const stars =
  'M620 60h2v2h-2zM742 118h2v2h-2zM838 44h3v3h-3zM925 150h2v2h-2zM1005 88h2v2h-2zM1142 206h3v3h-3zM1120 56h2v2h-2zM1150 252h2v2h-2zM1172 132h2v2h-2z';
const moon = 'M1092 92a30 30 0 1 0 33 42 24 24 0 0 1-33-42z';

const atHome = `
  <path fill="${colours.star}" fill-opacity=".8" d="${stars}${moon}"/>
  <g fill="none" stroke="${colours.edge}" stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round">
    <g transform="translate(0 366)">${house}</g>
    <path d="M0 596h1200"/>
  </g>
  <rect y="597" width="1200" height="33" fill="${colours.paper}"/>`;

/** `drawing` takes the place of the house. */
export function createScene(drawing?: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
  <defs>
    <radialGradient id="light">
      <stop stop-color="${colours.glow}" stop-opacity=".2"/>
      <stop offset=".28" stop-color="${colours.glow}" stop-opacity=".11"/>
      <stop offset=".62" stop-color="${colours.glow}" stop-opacity=".035"/>
      <stop offset="1" stop-color="${colours.glow}" stop-opacity="0"/>
    </radialGradient>
    <radialGradient id="halo">
      <stop stop-color="#f4b85b" stop-opacity=".5"/>
      <stop offset=".35" stop-color="#f4b85b" stop-opacity=".18"/>
      <stop offset="1" stop-color="#f4b85b" stop-opacity="0"/>
    </radialGradient>
  </defs>
  <rect width="1200" height="630" fill="${colours.paper}"/>
  <circle cx="100" cy="118" r="620" fill="url(#light)"/>
  ${drawing ?? atHome}
  <g transform="translate(76 0) scale(1.800)" fill="none" stroke="${colours.soft}" stroke-width="1.300" stroke-linecap="round" stroke-linejoin="round">${lantern}</g>
</svg>`;
}
