/** Colours of one theme. Every pair that carries text keeps a contrast of 4.5, every control edge 3 (see tokens.test.ts). */
export interface Palette {
  canvas: string;
  surface: string;
  raised: string;
  sunken: string;
  hover: string;
  border: string;
  control: string;
  text: string;
  textSoft: string;
  textMuted: string;
  accent: string;
  accentHover: string;
  accentFill: string;
  accentFillHover: string;
  onAccent: string;
  accentSoft: string;
  good: string;
  goodSoft: string;
  warning: string;
  warningSoft: string;
  bad: string;
  badSoft: string;
  badFill: string;
  badFillHover: string;
  onBad: string;
  info: string;
  infoSoft: string;
  neutralSoft: string;
  code: string;
  scrim: string;
  critical: string;
  high: string;
  medium: string;
  low: string;
  unknown: string;
}

/** Neutral slate with one deep teal. */
export const light: Palette = {
  canvas: '#f6f7f9',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#eef0f4',
  hover: '#f1f3f6',
  border: '#dfe3ea',
  control: '#858fa1',
  text: '#171e2b',
  textSoft: '#414b5d',
  textMuted: '#5b6577',
  accent: '#0a6a6a',
  accentHover: '#075252',
  accentFill: '#0a6a6a',
  accentFillHover: '#075757',
  onAccent: '#ffffff',
  accentSoft: '#e0f1f0',
  good: '#17693a',
  goodSoft: '#e3f4e9',
  warning: '#80500a',
  warningSoft: '#fbf0d9',
  bad: '#b02a20',
  badSoft: '#fdeae8',
  badFill: '#b02a20',
  badFillHover: '#92201a',
  onBad: '#ffffff',
  info: '#22569f',
  infoSoft: '#e6effb',
  neutralSoft: '#e9ecf1',
  code: '#f1f3f7',
  scrim: 'rgba(16, 22, 34, 0.42)',
  critical: '#8b1538',
  high: '#b02a20',
  medium: '#80500a',
  low: '#5c5f12',
  unknown: '#5b6577',
};

/** True neutral, lower chroma, the same ratios. */
export const dark: Palette = {
  canvas: '#121314',
  surface: '#1a1b1d',
  raised: '#232528',
  sunken: '#0d0e0f',
  hover: '#222427',
  border: '#303337',
  control: '#797f88',
  text: '#e7e9eb',
  textSoft: '#bcc1c7',
  textMuted: '#9aa0a9',
  accent: '#63bdb7',
  accentHover: '#86d0cb',
  accentFill: '#5cb5af',
  accentFillHover: '#79c6c1',
  onAccent: '#06211f',
  accentSoft: '#15302f',
  good: '#74c694',
  goodSoft: '#15291d',
  warning: '#dcb063',
  warningSoft: '#2e2413',
  bad: '#f0928a',
  badSoft: '#351b19',
  badFill: '#e58077',
  badFillHover: '#f0928a',
  onBad: '#2a0906',
  info: '#8fb6ec',
  infoSoft: '#18253a',
  neutralSoft: '#2a2c30',
  code: '#141517',
  scrim: 'rgba(0, 0, 0, 0.6)',
  critical: '#f38aa6',
  high: '#f0928a',
  medium: '#dcb063',
  low: '#c5c56f',
  unknown: '#9aa0a9',
};

export const fontSans = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
export const fontMono = "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, Consolas, monospace";

/** The name under which a colour is known in style sheets: `accentSoft` is `--accent-soft`. */
export function variableName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
