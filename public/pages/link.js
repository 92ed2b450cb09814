// The secret of a mailed link stands behind the `#` of the address, which no server and no log ever sees. It goes into the
// form, and out of the address and the history of the browser.

const takeSecret = () => {
  const secret = location.hash.slice(1);
  const field = document.getElementById('token');
  if (!secret || !field) return;
  history.replaceState(null, '', location.pathname);
  field.value = secret;
  document.getElementById('pasted').hidden = true;
};

takeSecret();
// A second link that is opened on the same page only changes what stands behind the `#`.
addEventListener('hashchange', takeSecret);
