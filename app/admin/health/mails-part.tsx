import { useState } from 'react';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date-time.ts';
import { AdminProblem } from '../admin-problem.tsx';
import { showNotice } from '../notice.tsx';
import type { DatabaseHealth, MailsState, QueuedMail } from './health-data.ts';
import { Fact, Part, Table } from './health-parts.tsx';
import { useHealthPart } from './use-health-part.ts';

/** What became of mails, and whether the mail server takes one. */
export function MailsPart({ figures }: { figures: DatabaseHealth['mails'] }) {
  const [testId, setTestId] = useState<string>();
  const findTest = ({ mails }: MailsState) => mails.find(({ id }) => id === testId);
  const { answer, fault, again, refusal, act } = useHealthPart<MailsState>(
    '/health/mails',
    (state) => testId !== undefined && isOnItsWay(findTest(state)),
  );

  async function sendTest() {
    setTestId(undefined);
    setTestId((await act<{ id: string }>('/health/mails/test'))?.id);
  }
  async function sendAgain({ id, recipient }: QueuedMail) {
    if (await act('/health/mails/resend', { id }))
      showNotice({ text: `A mail to ${recipient} is on its way.` });
  }

  return (
    <Part title="Email">
      {figures && (
        <dl className="admin-facts">
          <Fact name="Sent in 7 days">{formatNumber(figures.sent, 'en')}</Fact>
          <Fact name="Waiting">{formatNumber(figures.waiting, 'en')}</Fact>
          <Fact name="Not delivered">{formatNumber(figures.refused, 'en')}</Fact>
          {figures.unsent > 0 && (
            <Fact name="Kept on this machine">{formatNumber(figures.unsent, 'en')}</Fact>
          )}
        </dl>
      )}
      {fault && <AdminProblem fault={fault} again={again} />}
      {answer && (
        <>
          <TestResult
            mail={testId === undefined ? undefined : findTest(answer)}
            isSent={testId !== undefined}
          />
          <FaultNotice fault={refusal} />
          {answer.delivery === 'smtp' ? (
            <p>
              <button type="button" className="choice" onClick={sendTest}>
                Send a test mail to me
              </button>
            </p>
          ) : (
            <p className="health-note">{deliveries[answer.delivery]}</p>
          )}
          {answer.mails.length === 0 ? (
            <p className="hint health-note">
              No mail of late. Those that wait, were sent or were refused are listed here, without what they
              say.
            </p>
          ) : (
            <MailTable mails={answer.mails} sendAgain={sendAgain} />
          )}
        </>
      )}
    </Part>
  );
}

const deliveries = {
  hook: 'Mails are sent by the hook send_email.',
  page: 'No mail server is set: mails are kept on this machine, where the mail page shows them. Set [auth.email.smtp] in supabase/config.toml to send them.',
  none: 'No mail server is set: no mail can be sent. Set [auth.email.smtp] in supabase/config.toml.',
};

const isOnItsWay = (mail: QueuedMail | undefined) => !mail || (mail.state === 'queued' && !mail.error);

function TestResult({ mail, isSent }: { mail: QueuedMail | undefined; isSent: boolean }) {
  return (
    <div role="status">
      {isSent && isOnItsWay(mail) && (
        <p className="notice">The test mail is on its way to the mail server.</p>
      )}
      {mail?.state === 'sent' && (
        <p className="notice admin-fine">
          The mail server has accepted the test mail to {mail.recipient}. Look into the mailbox, and the spam
          folder.
        </p>
      )}
      {mail?.error && (
        <p className="notice notice-fault">
          {mail.state === 'refused'
            ? 'The mail server has refused the test mail'
            : 'The mail could not be sent yet, and is tried again'}
          : {mail.error}
        </p>
      )}
    </div>
  );
}

function MailTable({
  mails,
  sendAgain,
}: {
  mails: QueuedMail[];
  sendAgain(mail: QueuedMail): Promise<void>;
}) {
  return (
    <Table
      title="Mails"
      columns={['When', 'Kind', 'To', 'State', 'Actions']}
      rows={mails.map((mail) => ({
        key: mail.id,
        cells: [
          formatDateTime(mail.created_at),
          mail.kind.replaceAll('_', ' '),
          mail.recipient,
          describeState(mail),
          (mail.state === 'queued' || mail.state === 'refused') && (
            <button
              key="again"
              type="button"
              className="text-button"
              aria-label={`Send again: ${mail.kind} to ${mail.recipient}`}
              onClick={() => sendAgain(mail)}
            >
              Send again
            </button>
          ),
        ],
      }))}
    />
  );
}

function describeState({ state, attempts, error, next_at }: QueuedMail): string {
  const reason = error ? `: ${error}` : '';
  if (state === 'sent') return 'Sent';
  if (state === 'outbox') return 'Kept on this machine';
  if (state === 'refused') return `Not delivered${reason}`;
  if (attempts === 0) return 'Waiting';
  return `Waiting after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${next_at ? `, next ${formatDateTime(next_at)}` : ''}${reason}`;
}
