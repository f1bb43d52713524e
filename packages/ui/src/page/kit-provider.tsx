import { theme as antTheme, ConfigProvider, type ThemeConfig } from 'antd';
import type { ReactNode } from 'react';
import { useTheme } from './theme.ts';
import { dark, fontMono, fontSans, light, type Palette } from './tokens.ts';

function configFor(palette: Palette, isDark: boolean): ThemeConfig {
  return {
    algorithm: isDark ? antTheme.darkAlgorithm : antTheme.defaultAlgorithm,
    token: {
      fontFamily: fontSans,
      fontFamilyCode: fontMono,
      fontSize: 14,
      borderRadius: 6,
      controlHeight: 36,
      colorPrimary: palette.accentFill,
      colorLink: palette.accent,
      colorError: palette.bad,
      colorWarning: palette.warning,
      colorSuccess: palette.good,
      colorInfo: palette.info,
      colorText: palette.text,
      colorTextSecondary: palette.textSoft,
      colorTextTertiary: palette.textMuted,
      colorTextPlaceholder: palette.textMuted,
      colorTextDescription: palette.textMuted,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBgLayout: palette.canvas,
      colorBorder: palette.control,
      colorBorderSecondary: palette.border,
      colorTextLightSolid: palette.onAccent,
      controlItemBgActive: palette.accentSoft,
      controlItemBgHover: palette.hover,
      colorFillSecondary: palette.neutralSoft,
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.18s',
      boxShadowSecondary: '0 1px 2px rgb(0 0 0 / 10%), 0 8px 24px rgb(0 0 0 / 16%)',
    },
    components: {
      Form: { itemMarginBottom: 0, verticalLabelPadding: '0 0 4px', labelColor: palette.text },
      Select: { optionFontSize: 13, optionSelectedFontWeight: 500 },
    },
  };
}

const configs = { light: configFor(light, false), dark: configFor(dark, true) };
const still = ({ token, ...config }: ThemeConfig): ThemeConfig => ({ ...config, token: { ...token, motion: false } });
/** For who wants nothing to move: the library says how long things move in a way that styles of ours cannot overrule. */
const stillConfigs = { light: still(configs.light), dark: still(configs.dark) };
const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Gives the library's controls the console's look. Forms have it in them; other uses of such controls stand inside it. */
export function KitProvider({ children }: { children: ReactNode }) {
  const { theme } = useTheme();
  return (
    <ConfigProvider theme={(prefersStill() ? stillConfigs : configs)[theme]} direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
      {children}
    </ConfigProvider>
  );
}
