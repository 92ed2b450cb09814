// Passkeys on the pages of the account, and a button to sign in with one wherever a page has it.
(() => {
  const signIn = document.getElementById('passkey');
  const add = document.getElementById('add-passkey');
  const failed = document.getElementById('passkey-failed');
  const known = document.getElementById('has-passkey');
  const missing = document.getElementById('no-passkeys');
  if (!globalThis.PublicKeyCredential || !navigator.credentials) return;

  // By hand: telephones knew passkeys years before they knew them as JSON (WebAuthn Level 3, section 5.1).
  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
  // Bounded: base64 ends in at most 2 of them.
  const textOf = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '');
  const described = (credentials = []) => credentials.map((one) => ({ ...one, id: bytesOf(one.id) }));
  const asJson = ({ id, rawId, type, response, authenticatorAttachment }, names) => ({
    ...{ id, rawId: textOf(rawId), type, clientExtensionResults: {} },
    ...(authenticatorAttachment && { authenticatorAttachment }),
    response: {
      ...Object.fromEntries(
        names.filter((name) => response[name]).map((name) => [name, textOf(response[name])]),
      ),
      ...(response.getTransports && { transports: response.getTransports() }),
    },
  });

  const post = (path, body) =>
    fetch(path, {
      method: 'POST',
      headers: body ? { 'Content-Type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : null,
    });

  /** Of a page that is too old the new one says what to do. */
  const isRefused = ({ status }) => {
    if (status === 401 || status === 403) location.reload();
    return status < 200 || status > 299;
  };

  const attempt = async (button, work) => {
    button.disabled = true;
    for (const alert of [failed, known]) if (alert) alert.hidden = true;
    const isDone = await work().catch((error) => {
      // The device has one that `excludeCredentials` names (WebAuthn Level 3, section 5.1.3).
      const hasOne = error.name === 'InvalidStateError' && known !== null;
      if (hasOne) known.hidden = false;
      // Whoever closes the window of their device has not failed; everything else is told.
      return hasOne || error.name === 'NotAllowedError' || error.name === 'AbortError';
    });
    button.disabled = false;
    if (failed) failed.hidden = isDone;
  };

  const useOne = async () => {
    const options = await post('/sign-in/passkey/options');
    if (!options.ok) return false;
    const { challenge, ...given } = await options.json();
    const answer = await navigator.credentials.get({
      publicKey: { ...given, challenge: bytesOf(challenge), allowCredentials: [] },
    });
    const names = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'];
    const taken = await post('/sign-in/passkey', { answer: asJson(answer, names) });
    // Whoever goes back from there is not asked to sign in once more.
    if (taken.ok) location.replace(signIn.value);
    return taken.ok;
  };

  const addOne = async () => {
    const options = await post('/account/passkeys/options');
    if (isRefused(options)) return false;
    const { challenge, user, excludeCredentials, ...given } = await options.json();
    const publicKey = {
      ...{ ...given, challenge: bytesOf(challenge), user: { ...user, id: bytesOf(user.id) } },
      excludeCredentials: described(excludeCredentials),
    };
    const answer = asJson(await navigator.credentials.create({ publicKey }), [
      'clientDataJSON',
      'attestationObject',
    ]);
    const taken = await post('/account/passkeys', { name: add.elements.name.value, answer });
    if (isRefused(taken)) return false;
    location.assign('/account/passkeys?done=passkey');
    return true;
  };

  if (signIn) {
    signIn.hidden = false;
    signIn.addEventListener('click', () => attempt(signIn, useOne));
  }
  if (add) {
    add.hidden = false;
    missing.hidden = true;
    add.addEventListener('submit', (event) => {
      event.preventDefault();
      void attempt(add.querySelector('button'), addOne);
    });
  }
})();
