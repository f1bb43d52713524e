/** Key of the repository that holds what the shop makes in a format. */
export const readRepository = (format: string) => `demo-${format}-local`;

export const users = [
  { name: 'demo.ada', email: 'ada@shop.example', groups: ['demo-developers'] },
  { name: 'demo.grace', email: 'grace@shop.example', groups: ['demo-developers', 'demo-release'] },
  { name: 'demo.linus', email: 'linus@shop.example', groups: ['demo-operations'] },
] as const;

/** Groups, and what they may do in all demo repositories. */
export const groups = [
  { name: 'demo-developers', description: 'Publish what they make', may: ['read', 'write', 'annotate'] },
  { name: 'demo-release', description: 'Move what is ready, and take back what is not', may: ['read', 'write', 'annotate', 'delete'] },
  { name: 'demo-operations', description: 'Read everything that runs', may: ['read'] },
] as const;

/** The project that owns some of the repositories. */
export const project = { project_key: 'demo-ops', display_name: 'Shop operations', description: 'What keeps the tills and the pages running' };
