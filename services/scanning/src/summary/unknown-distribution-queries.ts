import { sql } from 'kysely';
import { formatsOfDistributions } from '../target/own-component.ts';

/** Whether a row of `target` is a package of a distribution of which nothing says which one that is. */
export const hasUnknownDistribution = sql<boolean>`(target.format = any(${[...formatsOfDistributions]}::text[])
  and exists (select from component own where own.id = target.component_id and own.ecosystem = ''))`;
