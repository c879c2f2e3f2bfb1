import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { Mark } from '../../shared/ui/values';

/** Whether customers can choose a setting. */
export function EnabledMark({ enabled }: { readonly enabled: boolean }): ReactNode {
  return <Mark tone={enabled ? 'good' : 'plain'}>{t(enabled ? 'settings.on' : 'settings.off')}</Mark>;
}
