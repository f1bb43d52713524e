/** A new pipeline begins with this. */
export const example = `name: release
description: Promotes what was built once somebody agrees
on:
  - {event: build.uploaded, builds: ['shop-*']}
steps:
  - {id: scan, type: wait-for-scan, build: '\${build.name}/\${build.number}', timeout: 30m}
  - {id: gate, type: policy, build: '\${build.name}/\${build.number}'}
  - {id: ask, type: approval, groups: [release-managers], expires: 2d}
  - {id: promote, type: promote-build, to: maven-prod}
`;
