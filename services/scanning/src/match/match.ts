/** An advisory that speaks of a component, as far as its ranges can be judged. */
export interface Match {
  component_id: number;
  advisory_id: string;
  severity: string;
  fixed_versions: string[];
  confidence: 'known' | 'unknown';
}
