import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { artifactDetails, calculateDebianCoordinates } from '@packhouse/contract/repositories/artifact-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, FormDrawer, Input } from '@packhouse/ui/form/form.ts';
import type { Details } from '../item-details.ts';
import { plain, readList, someValue } from './listed-values.ts';
import { t } from './tree-words.ts';

/** Values parted by commas. */
interface Draft {
  distributions: string;
  components: string;
  architectures: string;
}

/** Reads what a file's name says its architecture is: `tool_1.0_amd64.deb`. */
function architectureIn(name: string): string[] {
  const [, architecture] = /_([a-z0-9-]+)\.deb$/.exec(name) ?? [];
  return architecture === undefined ? [] : [architecture];
}

/** Asks under which distributions, components and architectures a package is to be found. */
export function CoordinatesDialog({ details, onClose }: { details: Details; onClose: () => void }) {
  const { repoKey, path, name, properties } = details;
  const submit = async ({ distributions, components, architectures }: Draft) => {
    const coordinates = { distributions: readList(distributions), components: readList(components), architectures: readList(architectures) };
    await call(calculateDebianCoordinates, { body: { repoKey, path, ...coordinates } });
    notify.good(t('coordinatesSet'));
    onClose();
    void refresh(artifactDetails);
  };
  const initial: Draft = {
    distributions: (properties['deb.distribution'] ?? []).join(', '),
    components: (properties['deb.component'] ?? ['main']).join(', '),
    architectures: (properties['deb.architecture'] ?? architectureIn(name)).join(', '),
  };
  return (
    <FormDrawer<Draft>
      shape="dialog"
      title={t('coordinatesTitle', { name })}
      initialValues={initial}
      onSubmit={submit}
      submitLabel={t('save')}
      onClose={onClose}
    >
      <Form.Item name="distributions" label={t('distributions')} extra={t('valuesHint')} rules={[someValue]}>
        <Input {...plain} autoFocus />
      </Form.Item>
      <Form.Item name="components" label={t('components')} rules={[someValue]}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="architectures" label={t('architectures')} rules={[someValue]}>
        <Input {...plain} />
      </Form.Item>
    </FormDrawer>
  );
}
