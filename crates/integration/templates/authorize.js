const allow = document.getElementById("allow");
const deny = document.getElementById("deny");
deny.onclick = () => location.assign(deny.dataset.to);
allow.onclick = async () => {
  const csrf = (document.cookie.match(/(?:^|; )MMCSRF=([^;]*)/) || [])[1] || "";
  const headers = {"Content-Type": "application/json", "X-CSRF-Token": csrf, "X-Requested-With": "XMLHttpRequest"};
  const answer = await fetch("authorize", {method: "POST", headers, body: allow.dataset.form});
  if (answer.ok) location.assign((await answer.json()).redirect);
  else document.getElementById("failed").hidden = false;
};
