import { keepSeed } from '../serve/seeded-home.ts';

/** The global set-up of runs that start many platforms; Playwright asks for a default export. What it returns undoes it. */
export default keepSeed;
