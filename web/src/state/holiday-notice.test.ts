import { expect, test } from 'vitest';
import { isHolidayNoticeDue } from './holiday-notice.ts';

const notice = { title: 'Праздники', text: '…', from: '2024-12-20', to: '2025-01-08' };

test('§2.90 §2.91 the holiday notice shows on its first and last Moscow day, and on no other', () => {
  expect(isHolidayNoticeDue(notice, new Date('2024-12-19T20:59:59Z'))).toBe(false);
  expect(isHolidayNoticeDue(notice, new Date('2024-12-19T21:00:00Z'))).toBe(true);
  expect(isHolidayNoticeDue(notice, new Date('2025-01-08T20:59:59Z'))).toBe(true);
  expect(isHolidayNoticeDue(notice, new Date('2025-01-08T21:00:00Z'))).toBe(false);
});

test('§2.91 an operator without an announcement shows none', () => {
  expect(isHolidayNoticeDue(null, new Date('2024-12-30T12:00:00Z'))).toBe(false);
});
