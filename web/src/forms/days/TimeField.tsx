import { TIME } from './type-moment.ts';
import { TypedField, type TypedProps } from '../TypedField.tsx';

/** A time of the day, `HH:MM`, or what has been typed of it. */
export function TimeField(props: TypedProps) {
  return <TypedField {...props} way={TIME} />;
}
