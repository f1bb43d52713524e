import type { ExceptionLetter, ExceptionNews, NotedException } from '@packhouse/peers/notices.ts';
import { type Text, write } from './mail-texts.ts';

interface Words {
  /** English beside German. */
  subject: [one: string, other: string][];
  before: [string, string];
  after: [string, string];
}

const own: Words['after'] = ['You get this mail because you asked for it.', 'Sie bekommen diese E-Mail, weil Sie darum gebeten haben.'];

const words: Record<ExceptionNews, Words> = {
  asked: {
    subject: [
      ['an exception waits for a decision', 'eine Ausnahme wartet auf eine Entscheidung'],
      ['exceptions wait for a decision', 'Ausnahmen warten auf eine Entscheidung'],
    ],
    before: ['This is asked for, and waits for somebody to decide', 'Das wird erbeten und wartet auf eine Entscheidung'],
    after: ['You get this mail because you may decide about it.', 'Sie bekommen diese E-Mail, weil Sie darüber entscheiden dürfen.'],
  },
  approved: {
    subject: [
      ['an exception was approved', 'eine Ausnahme wurde gewährt'],
      ['exceptions were approved', 'Ausnahmen wurden gewährt'],
    ],
    before: ['What you asked for was approved', 'Worum Sie gebeten haben, wurde gewährt'],
    after: own,
  },
  refused: {
    subject: [
      ['an exception was refused', 'eine Ausnahme wurde abgelehnt'],
      ['exceptions were refused', 'Ausnahmen wurden abgelehnt'],
    ],
    before: ['What you asked for was refused', 'Worum Sie gebeten haben, wurde abgelehnt'],
    after: own,
  },
  ending: {
    subject: [
      ['an exception ends soon', 'eine Ausnahme endet bald'],
      ['exceptions end soon', 'Ausnahmen enden bald'],
    ],
    before: [
      'What was approved to you ends soon; ask for it again if you still need it then',
      'Was Ihnen gewährt wurde, endet bald; bitten Sie noch einmal darum, wenn Sie es dann noch brauchen',
    ],
    after: own,
  },
  ended: {
    subject: [
      ['an exception has ended', 'eine Ausnahme ist beendet'],
      ['exceptions have ended', 'Ausnahmen sind beendet'],
    ],
    before: ['What was approved to you has ended', 'Was Ihnen gewährt wurde, ist beendet'],
    after: own,
  },
};

const formatMoment = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;

/** Until when it holds, where that is of interest by now. */
function tellEnd(news: ExceptionNews, { by, until }: NotedException): string[] {
  if (news === 'refused' || (news === 'ended' && by !== '')) return [];
  if (until !== null) return [`until / bis ${formatMoment(until)}`];
  return news === 'approved' ? ['no end / ohne Ende'] : [];
}

/** What it is about, who said what of it, and until when it holds. */
function tellLine(news: ExceptionNews, noted: NotedException): string {
  const { what, where, askedBy, reason, by } = noted;
  const isOver = news === 'ending' || news === 'ended';
  const said = isOver ? [by] : [[news === 'asked' ? askedBy : by, reason].filter((one) => one !== '').join(': ')];
  return [`${what}, ${where}`, ...said.filter((one) => one !== ''), ...tellEnd(news, noted)].join(' — ');
}

/** What happened to exceptions. Nobody knows which language somebody reads who has not signed in: it says all in both. */
export function exceptionsMail({ news, exceptions, more, link }: ExceptionLetter & { link: string }): Text {
  const count = exceptions.length + more;
  const { subject, before, after } = words[news];
  const [en, de] = subject[count === 1 ? 0 : 1]!;
  const some = count === 1 ? '' : `${count} `;
  const letter = {
    subject: `Packhouse: ${some}${en} / ${some}${de}`,
    before: `${before.join(' / ')}:`,
    button: 'Show exceptions / Ausnahmen zeigen',
    after: after.join(' / '),
  };
  return write(letter, link, [...exceptions.map((one) => tellLine(news, one)), ...(more > 0 ? [`… + ${more}`] : [])]);
}
