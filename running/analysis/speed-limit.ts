/** No human runs faster, in meters a second: the fastest ever measured over ten meters was 12.42. */
export const maxRunnerSpeed = 12.5;
