/** The library behind ./ceremonies.ts, loaded when it is first needed. */
export const loadCeremonies = () => import('./ceremonies.ts');
