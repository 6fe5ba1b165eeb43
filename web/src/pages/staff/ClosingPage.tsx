import { MonthClosing } from '../../features/month-closing/MonthClosing.tsx';

/** /staff/closing: closing a month. */
export default function ClosingPage() {
  return <MonthClosing />;
}
