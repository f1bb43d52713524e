import { RecordDrawer } from '@packhouse/console-kit/forms.ts';

import { artifactDetails, calculateDebianCoordinates } from '@packhouse/contract/repositories/artifact-routes.ts';
import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, Input } from '@packhouse/ui/form/form.ts';
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
  const initial: Draft = {
    distributions: (told(coordinates.properties.distributions) ?? []).join(', '),
    components: (told(coordinates.properties.components) ?? [coordinates.usualComponent]).join(', '),
    architectures: (told(coordinates.properties.architectures) ?? architectureIn(name, coordinates.ending)).join(', '),
  };
  return (
    <RecordDrawer<typeof calculateDebianCoordinates, Draft>
      shape="dialog"
      title={t('coordinatesTitle', { format, name })}
      submitLabel={t('save')}
      onClose={onClose}
      save={calculateDebianCoordinates}
      before={initial}
      input={({ distributions, components, architectures }) => ({
        body: { repoKey, path, distributions: readList(distributions), components: readList(components), architectures: readList(architectures) },
      })}
      stale={[artifactDetails]}
      onSaved={() => {
        notify.good(t('coordinatesSet', { format }));
        onClose();
      }}
      curl={false}
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
    </RecordDrawer>
  );
}
