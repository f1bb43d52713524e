import { catalogue } from '@packhouse/console-kit/console-kit.ts';

const { t } = catalogue({
  local: { en: 'Local', de: 'Lokal' },
  remote: { en: 'Remote', de: 'Entfernt' },
  virtual: { en: 'Virtual', de: 'Virtuell' },
  federated: { en: 'Federated', de: 'Föderiert' },
});

/** The class of a repository in words; one that is not known stays as it is. */
export function nameClass(name: string): string {
  return name === 'local' || name === 'remote' || name === 'virtual' || name === 'federated' ? t(name) : name;
}
