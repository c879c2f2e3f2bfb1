import { region } from '../text/locale';

/** A rate as the language writes it: `17.5%`, in German `17,5 %`. @param place locale in whose way it is written */
export function percentText(rate: number | string, place = region()): string {
  return (Number(rate) / 100).toLocaleString(place, { style: 'percent', maximumFractionDigits: 6 });
}
