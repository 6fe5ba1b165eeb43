import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PART } from './landing-parts.ts';

/** The page's one action, which stands again after each second block. Its address depends on the visitor. */
export function OrderLink({ size }: { size?: 'large' }) {
  return (
    <ButtonLink {...PART.order.mark} to={paths.login} variant="primary" size={size}>
      Заказать карту
    </ButtonLink>
  );
}
