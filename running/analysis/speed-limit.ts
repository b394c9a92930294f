/** No human runs faster, in metres a second: the fastest ever measured over ten metres was 12.42. */
export const maxRunnerSpeed = 12.5;
