/** For tests: the routes of one person who starts at the same home again and again, in meters from it. */
export type Place = [east: number, north: number];
export type Ways = 'favorite routes' | 'every direction' | 'straight lines';

const step = 10;
const far = 1500;

/** Ways there and back. `random` gives numbers from 0 to 1. */
export function createRunsFromHome(ways: Ways, random: () => number): () => Place[] {
  const block = 60 + 80 * random();
  // The home is somewhere between two street corners.
  const toCorner = random() * block;
  const favourites = Array.from({ length: 5 }, () => ({
    angle: turn(random()),
    weight: -Math.log(1 - random()),
  }));
  const total = favourites.reduce((sum, { weight }) => sum + weight, 0);
  const chooseAngle = () => {
    if (ways !== 'favorite routes') return turn(random());
    let left = random() * total;
    const chosen = favourites.find(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    return (chosen?.angle ?? 0) + (random() - 0.5) / 2;
  };
  return () => {
    const angle = chooseAngle();
    const goal: Place = [Math.cos(angle) * far, Math.sin(angle) * far];
    const go = () =>
      ways === 'straight lines' ? walk([[0, 0], goal]) : walk(alongStreets(goal, block, toCorner, random));
    return [...go(), ...go().reverse()];
  };
}

const turn = (share: number) => share * 2 * Math.PI;

/** From the home to the corner of its street, then from corner to corner, each time nearer to the goal. */
function alongStreets([east, north]: Place, block: number, toCorner: number, random: () => number): Place[] {
  const [right, up] = [Math.sign(east), Math.sign(north)];
  let [x, y]: Place = [right > 0 ? block - toCorner : -toCorner, 0];
  const corners: Place[] = [[0, 0]];
  while (true) {
    corners.push([x, y]);
    const [across, along] = [(east - x) * right, (north - y) * up];
    if (across < block && along < block) return corners;
    if (along < block || (across >= block && random() * (across + along) < across)) x += right * block;
    else y += up * block;
  }
}

/** A place every few meters along straight lines. */
function walk(corners: readonly Place[]): Place[] {
  return corners.slice(1).flatMap(([east, north], index): Place[] => {
    const [x, y] = corners[index] ?? [0, 0];
    const count = Math.max(1, Math.round(Math.hypot(east - x, north - y) / step));
    return Array.from(
      { length: count },
      (_, at): Place => [x + ((east - x) * at) / count, y + ((north - y) * at) / count],
    );
  });
}
