// A bar above the operations that signs in by the authorization code with PKCE (RFC 7636), as the application
// "API documentation". The tokens stay in the memory of this page; no address has one, and the code comes in the
// fragment of this page's own, which is never sent.

const CLIENT_ID = '5c400100-0000-4000-8000-000000000001';
/** What is remembered while the person is on the pages that sign in. */
const BEGUN = 'sign-in';
/** Before the access token ends, in seconds. */
const EARLY = 60;

const bar = element('section', { className: 'sign-in' });
const status = element('output', {});
const button = element('button', { type: 'button' });
let tokens = null;

const asked = takeFragment();
whenReady(() => document.querySelector('.swagger-ui .information-container') && window.ui, show);

function whenReady(ready, then) {
  if (ready()) then();
  else setTimeout(() => whenReady(ready, then), 50);
}

async function show() {
  bar.setAttribute('aria-label', 'Sign in');
  bar.append(element('h2', { textContent: 'Try the operations' }), status, button);
  const about = document.querySelector('.swagger-ui .information-container');
  about.setAttribute('role', 'region');
  about.setAttribute('aria-label', 'About this API');
  about.after(bar);
  tell(null);
  button.addEventListener('click', () => (tokens ? signOut() : begin()).catch(fail));
  if (asked.has('state')) await complete(asked).catch(fail);
  else if (asked.has('begin')) await begin().catch(fail);
}

/** What came back is taken out of the address, and so out of the history. */
function takeFragment() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has('state') || given.has('begin')) history.replaceState(null, '', location.pathname);
  return given;
}

async function begin() {
  if (!crypto.subtle) throw new Error('Signing in here needs https, or localhost.');
  const { issuer, authorization_endpoint: page } = await json(
    await fetch('/.well-known/openid-configuration'),
  );
  // Reached by another name than it knows itself by: people come back to that one.
  if (issuer !== location.origin) return location.assign(`${issuer}/docs#begin`);
  const begun = { verifier: random(), state: random() };
  sessionStorage.setItem(BEGUN, JSON.stringify(begun));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(begun.verifier));
  location.assign(
    `${page}?${new URLSearchParams({
      client_id: CLIENT_ID,
      redirect_uri: `${issuer}/docs`,
      response_type: 'code',
      response_mode: 'fragment',
      scope: 'openid email offline_access',
      state: begun.state,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
    })}`,
  );
}

async function complete(answer) {
  const { verifier, state } = JSON.parse(sessionStorage.getItem(BEGUN) ?? '{}');
  sessionStorage.removeItem(BEGUN);
  if (answer.get('state') !== state || answer.get('iss') !== location.origin)
    throw new Error('This sign-in was begun elsewhere.');
  if (answer.has('error')) throw new Error('You were not signed in.');
  await obtain({
    grant_type: 'authorization_code',
    code: answer.get('code'),
    redirect_uri: `${location.origin}/docs`,
    code_verifier: verifier,
  });
}

async function obtain(fields) {
  tokens = await json(await post('/oauth/token', fields));
  const { email } = claimsOf(tokens.id_token);
  window.ui.authActions.authorize({
    bearer: { name: 'bearer', schema: { type: 'http', scheme: 'bearer' }, value: tokens.access_token },
  });
  tell(email);
  setTimeout(() => renew().catch(fail), (tokens.expires_in - EARLY) * 1000);
}

async function renew() {
  if (tokens) await obtain({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
}

/** Of this page, and then of the browser, after a question: whoever signs in next may be somebody else. */
async function signOut() {
  const { refresh_token: token } = tokens;
  forget();
  await post('/oauth/revoke', { token });
  const back = { client_id: CLIENT_ID, post_logout_redirect_uri: `${location.origin}/docs` };
  location.assign(`/oauth/sign-out?${new URLSearchParams(back)}`);
}

function forget() {
  tokens = null;
  window.ui.authActions.logout(['bearer']);
  tell(null);
}

function fail(error) {
  forget();
  status.textContent = error instanceof TypeError ? 'The service cannot be reached.' : error.message;
}

function tell(email) {
  status.replaceChildren(
    ...(email
      ? [
          'Signed in as ',
          element('strong', { textContent: email }),
          '. Every call below is made as you. GET /me has the id of your school.',
        ]
      : ['Sign in, and every call below is made as you.']),
  );
  button.textContent = email ? 'Sign out' : 'Sign in';
}

/** It comes from the service itself: nobody in between could have changed it. */
function claimsOf(idToken) {
  const payload = atob(idToken.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(payload, (letter) => letter.charCodeAt(0))));
}

const post = (path, fields) =>
  fetch(path, { method: 'POST', body: new URLSearchParams({ ...fields, client_id: CLIENT_ID }) });

async function json(response) {
  if (response.ok) return response.json();
  throw new Error('You are signed in no longer: sign in once more.');
}

function random() {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes) {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

/** The dialog behind Authorize: a button without a name, and one that is called otherwise than it says. */
new MutationObserver(() => {
  document.querySelector('.close-modal:not([aria-label])')?.setAttribute('aria-label', 'Close');
  for (const authorize of document.querySelectorAll('.auth-btn-wrapper .authorize[aria-label]'))
    authorize.removeAttribute('aria-label');
}).observe(document.body, { childList: true, subtree: true });
