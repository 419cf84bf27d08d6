import { checkSettings } from './check-settings.ts';
import { sendingSettings } from './sending-settings.ts';
import { serviceSettings } from './service-settings.ts';
import { signInSettings } from './sign-in-settings.ts';
import type { Setting, SettingGroup } from './setting.ts';

/** Every setting by topic, in the order in which people read them. */
export const settingGroups: readonly SettingGroup[] = [
  ...serviceSettings.slice(0, -2),
  ...signInSettings,
  ...checkSettings,
  ...sendingSettings,
  ...serviceSettings.slice(-2),
];

export const settings: Readonly<Record<string, Setting>> = Object.assign(
  {},
  ...settingGroups.map((group) => group.settings),
) as Record<string, Setting>;
