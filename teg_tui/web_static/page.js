"use strict";
// The keyboard is the terminal's from the beginning; when the session is over or the line was cut, Enter comes back.
const again = document.getElementById("again");
again.addEventListener("click", () => window.location.reload());
let typed = false;
new MutationObserver(() => {
  const state = document.body.classList;
  if (state.contains("-closed")) again.focus();
  else if (state.contains("-first-byte") && !typed) {
    typed = true;
    document.querySelector(".xterm-helper-textarea").focus();
  }
}).observe(document.body, { attributeFilter: ["class"] });
