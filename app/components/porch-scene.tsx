/** The drawing of the front page: the end of the road and a house with its light on. The light theme also has birds. */
export function PorchScene() {
  return (
    <div className="scene">
      <svg viewBox="0 0 1200 230" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
        <defs>
          <radialGradient id="halo">
            <stop stopOpacity=".55" />
            <stop offset=".35" stopOpacity=".2" />
            <stop offset="1" stopOpacity="0" />
          </radialGradient>
        </defs>
        <path className="far" d="M0 230c80-44 180-66 300-46s190 14 280-18 200-44 330-10 200 40 290 74" />
        <Sky />
        <circle className="halo" cx="1001" cy="172" r="150" />
        <Road />
        <House />
      </svg>
    </div>
  );
}

function Sky() {
  return (
    <>
      <path
        className="night"
        d="M724 30a24 24 0 1 0 26 33 19 19 0 0 1-26-33zM150 52h2v2h-2zM262 96h2v2h-2zM372 34h2v2h-2zM470 82h2v2h-2zM560 26h3v3h-3zM640 92h2v2h-2zM868 52h2v2h-2zM846 22h3v3h-3zM1088 36h2v2h-2zM1140 84h3v3h-3zM1174 26h2v2h-2zM60 110h2v2h-2z"
      />
      <path className="day" d="M700 62q8-9 15 0 8-9 15 0M748 40q6-7 11 0 6-7 11 0M662 40q5-6 9 0 5-6 9 0" />
    </>
  );
}

/** A tree, a letter box, and a fence that ends at the house. */
function Road() {
  return (
    <>
      <path
        className="wall"
        d="M812 164c-28 4-38-16-30-32-8-20 10-38 28-34 20-10 40 8 35 28 10 18-8 42-33 38zM812 230v-72M812 190l-13-13M812 180l11-11"
      />
      <path d="M716 230v-32M704 198v-13a8 8 0 0 1 8-8h16v21zM728 185h6v-7" />
      <path d="M1080 230v-28M1100 230v-28M1120 230v-28M1140 230v-28M1160 230v-28M1180 230v-28M1070 209h130M1070 220h130" />
    </>
  );
}

function House() {
  return (
    <>
      <path className="wall" d="M884 230v-92l76-58 76 58v92z" />
      <path d="M868 150l92-70 92 70M1010 118V72h16v58" />
      <path className="lit" d="M906 164h36v36h-36z" />
      <path d="M924 164v36M906 182h36" />
      <path className="lit" d="M950 112h20v20h-20z" />
      <path className="wall" d="M962 230v-62h28v62" />
      <circle cx="984" cy="201" r="1.5" />
      <path d="M954 230h44M1001 160v5M998 165h6l1.5 10h-9z" />
      <circle className="flame" cx="1001" cy="171" r="3" />
    </>
  );
}
