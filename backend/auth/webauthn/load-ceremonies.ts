/** The library behind ./ceremonies.ts, imported when it is first needed. */
export const loadCeremonies = () => import('./ceremonies.ts');
