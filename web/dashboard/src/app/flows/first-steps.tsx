import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session.tsx';

/** For an empty client: what to do first, in order. */
export function FirstSteps() {
  const { may } = useSession();
  if (!may('flows:write')) return <p className="p-5 text-soft">Nobody has been verified yet.</p>;
  const steps = [
    <>
      <Link to="/flows" className="link">
        Create a flow
      </Link>{' '}
      and publish it.
    </>,
    <>Try it yourself: open the flow and create a test link.</>,
    <>
      <Link to="/developers/tokens" className="link">
        Create an API token
      </Link>{' '}
      for your backend, and{' '}
      <Link to="/developers/webhooks" className="link">
        add a webhook
      </Link>
      .
    </>,
    <>
      Put the{' '}
      <Link to="/developers/sdk" className="link">
        SDK
      </Link>{' '}
      on your page.
    </>,
  ];
  return (
    <div className="px-5 py-6">
      <p className="font-semibold">Four steps to the first verification</p>
      <ol className="mt-3 flex flex-col gap-2.5">
        {steps.map((step, index) => (
          <li key={index} className="flex gap-3">
            <span
              aria-hidden
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-[13px] font-semibold text-link"
            >
              {index + 1}
            </span>
            <span className="text-soft">{step}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
