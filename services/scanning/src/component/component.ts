/** A package at one version, as somebody found it. */
export interface Component {
  /** As OSV spells it, without the release; '' where no advisories exist for its kind. */
  ecosystem: string;
  /** Release of its distribution; '' for all others. */
  distro: string;
  name: string;
  version: string;
  sourceName: string;
  sourceVersion: string;
  /** https://github.com/package-url/purl-spec */
  purl: string;
}

/** A component and where in the content it was found. */
export interface FoundComponent {
  component: Component;
  location: string;
  /** Digest of the layer that brought it, in an image. */
  layer?: string;
  /** As whoever made it wrote them there. */
  licences?: readonly string[];
}
