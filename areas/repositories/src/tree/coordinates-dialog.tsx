import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { artifactDetails, calculateDebianCoordinates } from '@packhouse/contract/repositories/artifact-routes.ts';
import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
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
function architectureIn(name: string, ending: string): string[] {
  const [, architecture] = /_([a-z0-9-]+)$/.exec(name.slice(0, -ending.length)) ?? [];
  return architecture === undefined ? [] : [architecture];
}

/** Asks under which distributions, components and architectures a package is to be found. */
export function CoordinatesDialog({ details, onClose }: { details: Details; onClose: () => void }) {
  const { repoKey, path, name, properties } = details;
  const { title: format, coordinates } = getCard(details.format);
  if (coordinates === undefined) return null;
  const told = (property: string) => properties[property];
  const submit = async ({ distributions, components, architectures }: Draft) => {
    const chosen = { distributions: readList(distributions), components: readList(components), architectures: readList(architectures) };
    await call(calculateDebianCoordinates, { body: { repoKey, path, ...chosen } });
    notify.good(t('coordinatesSet', { format }));
    onClose();
    void refresh(artifactDetails);
  };
  const initial: Draft = {
    distributions: (told(coordinates.properties.distributions) ?? []).join(', '),
    components: (told(coordinates.properties.components) ?? [coordinates.usualComponent]).join(', '),
    architectures: (told(coordinates.properties.architectures) ?? architectureIn(name, coordinates.ending)).join(', '),
  };
  return (
    <FormDrawer<Draft>
      shape="dialog"
      title={t('coordinatesTitle', { format, name })}
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
