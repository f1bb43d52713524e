import { z } from 'zod';

/** Key of the project that a list is narrowed to; all projects unless given. The console sends the project chosen there. */
export const ProjectFilter = z.string().max(200).optional();
