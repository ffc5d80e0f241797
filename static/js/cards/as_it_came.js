"use strict";
// What a page of a stage has of its own, taken before any script changes it: the phone keeps it for times without a network.
const OF_A_STAGE = [".where", "#counted", ".entry", "#live", "#sums", "#dock"];
const asItCame = OF_A_STAGE.map((part) => document.querySelector(part)?.outerHTML || "").join("");
const stageHere = document.querySelector("form[data-closes]")?.dataset.stage;
