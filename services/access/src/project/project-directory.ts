import type { ProjectDirectory } from '@packhouse/peers/projects.ts';
import type { Db } from '../schema.ts';
import { environmentNames, promotionStages } from './environment.ts';
import { selectProject } from './project-queries.ts';

/** Answers what other services may ask about projects. */
export function projectDirectory(db: Db): ProjectDirectory {
  return {
    async find(key) {
      const project = await selectProject(db, key);
      if (!project) return undefined;
      const { quota_bytes: bytes, soft_limit: onlyWarns } = project;
      return { environments: await environmentNames(db, project.id), ...(bytes === null ? {} : { quota: { bytes, onlyWarns } }) };
    },
    globalEnvironments: () => environmentNames(db, null),
    promotionStages: () => promotionStages(db),
  };
}
