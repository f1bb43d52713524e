import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Docker',
  order: 60,
  icon: {
    hue: 208,
    glyph: 'M5 12.5h3.2V9.3H5ZM8.9 12.5h3.2V9.3H8.9ZM12.8 12.5H16V9.3h-3.2ZM8.9 8.6h3.2V5.4H8.9ZM4.2 15.2c.6 2.5 2.7 3.6 5.8 3.6 4.7 0 7.9-2 9.3-5.8',
  },
  aliases: ['oci', 'helmoci'],
  searchPlace: 1,
  protocol: 'container',
  lowerCaseKeys: true,
  versionIsFolder: true,
  purlType: 'docker',
  install: { newest: 'docker pull {place}{name}:latest', chosen: 'docker pull {place}{name}:{version}' },
  tabs: ['layers'],
  fields: ['incompleteImages', 'officialNamespace'],
  quickStart: {
    type: 'Docker',
    place: 1,
    steps: {
      login: 'docker login -u {user} {host}',
      pull: 'docker pull {image}:{pulled}',
      tag: 'docker tag {image}:{pulled} {image}:{pushed}',
      push: 'docker push {image}:{pushed}',
    },
  },
  eventDomain: 'docker' as const,
  offers: ['age', 'licence', 'provenance'],
  scanning: { reads: 'image' },
} satisfies FormatCard;
