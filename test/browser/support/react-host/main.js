import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Verify } from '@verify/sdk';
import { VerifyDelegateObserver } from '@verify/sdk/react';

// An app of somebody else that bundles the package. What it is to show stands behind the `#` of its address.
const options = JSON.parse(decodeURIComponent(location.hash.slice(1)));

function App() {
  const [told, setTold] = useState([]);
  const [watching, setWatching] = useState(true);
  const tell = (...what) => setTold((before) => [...before, what.join(' ')]);
  return createElement(
    'main',
    null,
    watching &&
      createElement(VerifyDelegateObserver, {
        success: (identityId, verificationID) => tell('success', identityId, verificationID),
        cancelled: (identityId, verificationId) => tell('cancelled', identityId, verificationId),
      }),
    createElement('button', { onClick: () => Verify.shared.showVerifyFlow(options) }, 'Show'),
    createElement('button', { onClick: () => setWatching(false) }, 'Stop watching'),
    createElement('output', null, told.join('\n')),
  );
}

createRoot(document.querySelector('#app')).render(createElement(App));
