import type { ExceptionLetter, NotedException } from '@packhouse/peers/notices.ts';
import { expect, it } from 'vitest';
import { exceptionsMail } from './exceptions-mail.ts';

const noted: NotedException = { what: 'CVE-2026-1', where: 'js/app.tgz', askedBy: 'ann', reason: 'Never called', by: '', until: '2026-02-01T10:30:00.000Z' };
const write = (letter: Partial<ExceptionLetter>) =>
  exceptionsMail({ news: 'asked', from: 'policies', exceptions: [noted], more: 0, link: 'https://x.test/ui', ...letter });
const findLine = (letter: Partial<ExceptionLetter>) => write(letter).text.split('\n')[1];

it('says in both languages what happened, to one or to many, of which a mail names the first', () => {
  expect(write({}).subject).toBe('Packhouse: an exception waits for a decision / eine Ausnahme wartet auf eine Entscheidung');
  const many = write({ news: 'ending', exceptions: [noted, noted], more: 48 });
  expect(many.subject).toBe('Packhouse: 50 exceptions end soon / 50 Ausnahmen enden bald');
  expect(many.text).toContain('… + 48');
});

it('says of each who said what, and until when it holds where that is of interest', () => {
  const by = { ...noted, by: 'root' };
  expect(findLine({})).toBe('CVE-2026-1, js/app.tgz — ann: Never called — until / bis 2026-02-01 10:30 UTC');
  expect(findLine({ news: 'approved', exceptions: [{ ...by, reason: '', until: null }] })).toBe('CVE-2026-1, js/app.tgz — root — no end / ohne Ende');
  expect(findLine({ news: 'refused', exceptions: [by] })).toBe('CVE-2026-1, js/app.tgz — root: Never called');
  expect(findLine({ news: 'ending' })).toBe('CVE-2026-1, js/app.tgz — until / bis 2026-02-01 10:30 UTC');
  expect(findLine({ news: 'ended', exceptions: [by] })).toBe('CVE-2026-1, js/app.tgz — root');
});
